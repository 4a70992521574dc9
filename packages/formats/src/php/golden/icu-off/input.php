<?php

return [
    'plural' => ':count a|:count b',
    'text' => 'Hi :name',
];
