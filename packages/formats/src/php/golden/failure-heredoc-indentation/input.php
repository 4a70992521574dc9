<?php return [
  <<<A
    b
   c
    A,
];
