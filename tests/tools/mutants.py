"""Mutants of a source text for mutation.py: one small fault each, found in the syntax tree and written into the text."""

import ast
from typing import NamedTuple

COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
ARITHMETIC = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
TWINS = {"max": "min", "min": "max", "any": "all", "all": "any", "sin": "cos", "cos": "sin", "floor": "ceil", "ceil": "floor"}
WITHOUT_ORDER = {"max", "min", "hypot", "isclose"}  # of whose arguments the order says nothing


class Mutant(NamedTuple):
    """A source text with one small fault: the text from `start` to `end` (offsets) is replaced by `new`.

    function: qualified name of the function with the fault, or the name of a constant
    kind: kind of the change, such as "comparison"
    line: number of the line; old: the replaced text
    """

    function: str
    kind: str
    line: int
    start: int
    end: int
    old: str
    new: str
    is_constant: bool

    @property
    def mutation(self):
        """The change as text, which identifies the mutant within its function."""
        return f"{' '.join(self.old.split())} -> {' '.join(self.new.split())}"

    def applied(self, source):
        """Return the source text with the fault."""
        return source[: self.start] + self.new + source[self.end :]


def mutants_of(source):
    """Return all Mutants of a source text."""
    lines = [0]
    for line in source.splitlines(keepends=True):
        lines.append(lines[-1] + len(line))
    found = []
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            visit(statement.value, statement.targets[0].id, True, source, lines, found)
        elif isinstance(statement, ast.FunctionDef | ast.ClassDef):
            visit(statement, "", False, source, lines, found)
    return found


def visit(node, function, is_constant, source, lines, found):
    """Append the Mutants of a syntax node and of all nodes below it to the list `found`.

    function: name of the function or constant that contains the node
    is_constant: True in the value of a constant
    lines: offset of the start of each line in `source`
    """
    if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert):
        return  # words; and nodes in an f-string have wrong positions
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    for old, kind, new in replacements(node):
        start, end = place(old, source, lines)
        text = ast.unparse(new) if isinstance(new, ast.AST) else new
        if isinstance(new, ast.BinOp | ast.BoolOp | ast.Compare | ast.UnaryOp):
            text = f"({text})"
        found.append(Mutant(function, kind, old.lineno, start, end, source[start:end], text, is_constant))
    for name, child in children(node):
        if name not in ("annotation", "returns", "decorator_list"):
            visit(child, function, is_constant, source, lines, found)


def children(node):
    """Yield (name of the field, node) of the nodes directly below a node."""
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield name, child


def place(node, source, lines):
    """Return the offsets (start, end) of a node in the text. The syntax tree counts columns in bytes.

    lines: offset of the start of each line in `source`
    """

    def offset(line, column):
        first = lines[line - 1]
        return first + len(source[first : lines[line]].encode()[:column].decode())

    return offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)


def replacements(node):
    """Yield (replaced node, kind of the change, new node or text) for each possible fault in a node."""
    if isinstance(node, ast.If | ast.While | ast.IfExp):
        yield node.test, "condition", ast.UnaryOp(ast.Not(), node.test)
    match node:
        case ast.Compare(left, [op], comparators) if type(op) in COMPARISONS:
            yield node, "comparison", ast.Compare(left, [COMPARISONS[type(op)]()], comparators)
        case ast.BinOp(left, op, right) if type(op) in ARITHMETIC and not (is_text(left) or is_text(right)):
            yield node, "arithmetic", ast.BinOp(left, ARITHMETIC[type(op)](), right)
            if isinstance(op, ast.Add | ast.Sub):
                yield node, "dropped", left
        case ast.BoolOp(op, values):
            yield node, "logic", ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            yield node, "dropped", ast.BoolOp(op, values[:-1]) if len(values) > 2 else values[0]
        case ast.UnaryOp(ast.USub(), operand) if not isinstance(operand, ast.Constant):
            yield node, "sign", operand
        case ast.UnaryOp(ast.Not(), operand):
            yield node, "condition", operand
        case ast.Constant(bool()):
            yield node, "constant", ast.Constant(not node.value)
        case ast.Constant(int()):
            yield node, "constant", ast.Constant(node.value + 1)
        case ast.Constant(float()):
            yield node, "constant", ast.Constant(2.0 * node.value or 1.0)
        case ast.Call(ast.Name(name), [first, second, *_], _) if name in TWINS:
            yield node, "twin", ast.Call(ast.Name(TWINS[name]), node.args, node.keywords)
            yield node, "dropped", first
            yield node, "dropped", second
        case ast.Call(ast.Name(name), _, _) if name in TWINS:
            yield node, "twin", ast.Call(ast.Name(TWINS[name]), node.args, node.keywords)
        case ast.Call(function, [first, second, *rest], keywords) if is_ordered(function, first, second):
            yield node, "arguments", ast.Call(function, [second, first, *rest], keywords)
        case ast.Expr(ast.Call()) | ast.AugAssign():
            yield node, "dropped", "pass"
        case ast.Assign([ast.Name(name)], value) if any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(value)):
            yield node, "dropped", "pass"


def is_text(node):
    """True if a node is a string or an f-string."""
    return isinstance(node, ast.JoinedStr) or isinstance(node, ast.Constant) and isinstance(node.value, str)


def is_ordered(function, first, second):
    """True if swapping the first two arguments of a call may have an effect."""
    name = function.id if isinstance(function, ast.Name) else ""
    starred = isinstance(first, ast.Starred) or isinstance(second, ast.Starred)
    return name not in WITHOUT_ORDER and not starred and ast.dump(first) != ast.dump(second)
