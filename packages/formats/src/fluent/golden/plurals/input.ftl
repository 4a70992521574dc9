sheets =
    { $count ->
        [0] No sheets
        [one] { $count } sheet
       *[other] { $count } sheets
    }
around = You have { $count ->
    [one] one sheet
   *[other] { NUMBER($count) } sheets
} left, { $name }.
late = { $count ->
    [one] one
    [1] never
   *[few] several
}
rank = { NUMBER($place, type: "ordinal") ->
    [one] { $place }st
   *[other] { $place }th
}
number = { NUMBER($count) ->
    [one] one #
   *[other] many #
}
