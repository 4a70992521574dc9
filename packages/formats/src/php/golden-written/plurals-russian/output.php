<?php

return [
    'exact' => 'a|b|c|{0} n',
];
