reply = { $gender ->
    [female] She replied
    [male] He replied
   *[other] They replied
}
default = { $kind ->
   *[paper] Paper
    [card-board] Card
}
nested = { $gender ->
    [female] { $count ->
        [one] her sheet
       *[other] her { $count } sheets
    }
   *[other] sheets # of them
}
platform = { PLATFORM() ->
    [windows] Options
   *[other] Preferences
}
two = { $size ->
    [1.5] wide
   *[other] narrow
}
not-default = { $size ->
    [other] narrow
   *[wide] wide
}
