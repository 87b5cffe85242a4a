// gyre check: can the chosen moves solve this position, and if not, why not.
#include "command.h"
