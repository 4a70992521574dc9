-app = Mill
about = About { -app } and { -app(case: "genitive") }
see = See { about }, { login.title }
call = { COLOR("red") } { NUMBER($n, minimumIntegerDigits: 2) } { DATETIME($at, month: "long") }
five = { 5 } { $first-name }
literal = { "{" }name{ "}" } it's 'quoted' #1
