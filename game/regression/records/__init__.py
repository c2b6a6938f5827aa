"""The record of a run: tables, texts and pictures, and the golden records that store them.

golden_records           the stored texts and pictures
tick_table_csv           positions and iterations of every tick
exhibit_readouts         the figures of the lab's exhibits
overlay_dump             the overlays of a tick as text
shot_rendering           pictures of shots
csv_writing_and_parsing  tables as CSV text
"""
