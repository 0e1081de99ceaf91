-- Those of 0090 are used instead, by the version before, too.
drop index purchases_held_until;
drop index purchases_to_ship;
drop index purchases_cancel_asked;
