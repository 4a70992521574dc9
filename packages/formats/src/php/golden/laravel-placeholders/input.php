<?php

return [
    'case' => ':name :Name :NAME',
    'beside' => 'v:version, 12:30, App::class, :a:b',
    'braces' => 'Hi {name}, :count of 100%',
];
