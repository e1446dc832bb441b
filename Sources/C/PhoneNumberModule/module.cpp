// SPDX-License-Identifier: Apache-2.0
#include "phone_number.h"

#include <phonenumbers/shortnumberinfo.h>

// Swift must never see an exception: what goes wrong is no emergency number.
extern "C" bool dialtone_is_emergency_number(const char *number, const char *region) {
    try {
        static const i18n::phonenumbers::ShortNumberInfo info;
        return info.IsEmergencyNumber(number, region);
    } catch (...) {
        return false;
    }
}
