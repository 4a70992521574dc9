<?php return ['a' => f(]), 'b'];
