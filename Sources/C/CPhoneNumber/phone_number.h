// SPDX-License-Identifier: Apache-2.0
// What libdialtone-phonenumber.so offers: libphonenumber behind C. It is opened when first needed, so that a daemon that
// never needs it pays nothing for it; that is why there is a type for each function.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the whole number is an emergency number in the region (ISO 3166-1 alpha-2); false for an unknown region.
bool dialtone_is_emergency_number(const char *number, const char *region);
typedef bool (*dialtone_is_emergency_number_function)(const char *number, const char *region);

#ifdef __cplusplus
}
#endif
