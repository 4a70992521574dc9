plain = Hi { $name }
number = { NUMBER($n) } { NUMBER($n, style: "percent") } { NUMBER($n, maximumFractionDigits: 0) }
digits = { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 2) }
date = { DATETIME($at) } { DATETIME($at, dateStyle: "short") } { DATETIME($at, timeStyle: "medium") } { DATETIME($at, timeStyle: "full") }
nested = {{ $name }}
