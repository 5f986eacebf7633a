#include "llama.h" // expect: model-library
#include <stdio.h> // ok: model-library
