good = Fine
broken = { $name
# A comment
next = Fine, too
1st = No
no-value =
last = { fun() }
end = The end
