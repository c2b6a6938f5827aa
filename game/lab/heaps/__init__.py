"""Many balls in contact: a solver for heaps, and three simpler laws to compare it with.

contact_pairs pairs within reach, in the box's frame
simultaneous  all contacts of a step at once, in the box's frame; no overlap at any speed
penalty       springs between bodies that overlap
printed_box   the law of a forum program: overlap tests at the end of a step
drum          one step of the balls in a turning box by any of these, or in the order of time
"""
