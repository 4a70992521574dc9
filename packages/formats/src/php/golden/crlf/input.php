<?php

return [
    'é' => '',
    '😀' => f(),
    'a' => <<<X
      b
      c
      X,
];
