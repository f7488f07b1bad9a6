import { foundation } from './migrations/0001-foundation.ts'
import { payments } from './migrations/0002-payments.ts'
import { analytics } from './migrations/0003-analytics.ts'
import { visitNames } from './migrations/0004-visit-names.ts'
import type { Migration } from './migrations/migration.ts'

/** In the order they run. Never changed once released: what is wrong is put right by the next one. */
export const migrations: readonly Migration[] = [foundation, payments, analytics, visitNames]
