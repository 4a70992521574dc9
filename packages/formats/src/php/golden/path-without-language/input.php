<?php

return ['a' => 'one|many'];
