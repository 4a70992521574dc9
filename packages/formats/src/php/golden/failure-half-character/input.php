<?php return [
  'a' => "\u{d800}",
];
