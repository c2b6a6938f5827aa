FORMATS = {".obj": "y-up"}
def load_mesh_level(path, axis, scale): raise NotImplementedError
