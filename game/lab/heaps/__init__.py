"""Many balls in contact: a solver for heaps, and simpler methods to compare it with.

heap_scratch           working memory of balls and pairs
candidate_pairs        pairs within reach, in the frame of the box
simultaneous_contacts  all contacts of a step at once, in the frame of the box; no overlap at any speed
penalty                springs between bodies that overlap
forum_ball_method      the method of a forum program: overlap tests at the end of a step
balls_in_box_step      one step of the balls in a turning box by any of these methods, or by the event-driven one
"""
