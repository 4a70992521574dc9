<?php
return trans('é', [1]);
