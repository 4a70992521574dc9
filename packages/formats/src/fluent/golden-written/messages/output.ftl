plural =
    { $n ->
        [0] nic
        [few] { $n } pár
        [one] jeden
       *[other] { $n }, { "{" }x{ "}" }
    }
ordinal =
    { NUMBER($n, type: "ordinal") ->
        [one] { $n }st
       *[other] { $n }th
    }
select =
    { $g ->
        [f] ona
       *[other]
            oni { $n ->
                [one] { $n }
               *[other] { "" }
            }
    }
formats = { NUMBER($n) } { NUMBER($n, minimumFractionDigits: 2, maximumFractionDigits: 2) } { DATETIME($d, dateStyle: "short") } { DATETIME($t, timeStyle: "medium") }
