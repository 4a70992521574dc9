<?php return [
  'a' => "x\xff",
];
