<?php

return [
    'a' => 'Hi {name}!',
    'b' => '{n, plural, one {# file} other {# files}}',
];
