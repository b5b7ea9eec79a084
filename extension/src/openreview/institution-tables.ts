/** The tables by which two domains are told to be one institution's (crate/core/src/assignment/institutions.rs): few readers need them. */

import aliases from "../../../crate/core/src/assignment/tables/aliases.txt";
import mailHosts from "../../../crate/core/src/assignment/tables/mail_hosts.txt";
import suffixes from "../../../crate/core/src/assignment/tables/suffixes.txt";
import type { InstitutionTables } from "@citelight/shared/generated/InstitutionTables";

export const INSTITUTION_TABLES: InstitutionTables = { suffixes, aliases, mail_hosts: mailHosts };
