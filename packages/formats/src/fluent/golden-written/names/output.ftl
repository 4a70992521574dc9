-brand = Mill
    .gender = f
a-b-c = y
a-b-d = z
# Of the label
close = X
    .label = Close
    .title = Close it
key-1st = first
key = e
empty = { "" }
