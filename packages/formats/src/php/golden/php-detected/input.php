<?php

return [
    'a' => 'Hi %s, %2$d',
    'b' => 'x|y',
];
