-- Few, and gone soon: what the sweep looks for.
CREATE INDEX removed_studies ON studies (id) WHERE visibility = 'removed';
