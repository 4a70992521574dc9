<?php

namespace App;

use App\B;

class A extends B { public $a = ['b']; }
