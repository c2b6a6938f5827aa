"""The tables of a level file (TOML), read into records.

level_reader      the whole file
top_level_keys    spawn, gravity, sun, sky, materials, signs, views
part_reader       [[parts]]
common_part_keys  the keys that every part has
material_palette  the named materials
mover_table       [[movers]]
volume_table      [[volumes]]
exhibit_table     [[exhibits]]
case_table        [[cases]]
toml_reader       text and tables of a TOML file, and their names in errors
"""
