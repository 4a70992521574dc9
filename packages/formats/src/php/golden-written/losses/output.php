<?php

return [
    'position' => ':0 of :1',
    'number' => ':n',
    'date' => '{d, date, short}',
    'colon' => 'Note:this',
    'joined' => '{file}name',
    'bar' => 'Home|Users',
    'bars' => 'Home|Users|Roles',
    'bar-in-form' => '{count, plural, one {a|b} other {c}}',
    'bracket-in-form' => '{0} [5] c|{1} :x a|[2,*] [5] c',
    'large' => 'b|c',
    'name' => ':count a|:count b',
];
