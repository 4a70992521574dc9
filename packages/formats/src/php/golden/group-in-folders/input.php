<?php

return ['a' => 'b'];
