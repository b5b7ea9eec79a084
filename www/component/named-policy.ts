/** The attribute `policy`: a profile by its name. */

import { profileFrom, PROFILES, type PolicyProfile } from "../shared/audit/policy";

export function policyNamed(name: string): PolicyProfile | null {
  const profile = profileFrom(name);
  // For whoever makes the page; its readers cannot mend it.
  if (profile === null && name !== "")
    console.warn(`cite-light: policy is none of ${PROFILES.join(", ")}; none holds`);
  return profile;
}
