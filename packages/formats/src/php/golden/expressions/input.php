<?php
namespace App\Lang; use App\{Key, B};
return [
    'function' => __('x', ['a' => "]"]),
    'variable' => "Hi $name",
    'braces' => "é {$user["name"]} {${'x'}}",
    'constant' => 'a' . PHP_EOL . 'b',
    'same' => 'read',
    'same' => env('X'),
    'array' => ['in' => 'y'] + ['out' => 'z'],
    'closure' => fn ($x) => match (true) { default => [$x, 1], },
    'code' => `ls`,
    'heredoc' => <<<X
      $name
      X,
    'ternary' => true ? 'a' : 'b',
    'deep' => ['ok' => 'ok', 'bad' => config('a'), #[A] fn () => 1],
    Key::A => 'skipped',
    'a' . B => ['c' => 'd'],
    1.5 => 'float',
    ...$more,
    'list' => ['a', f(), 'c'],
    'last' => 'read',
];
