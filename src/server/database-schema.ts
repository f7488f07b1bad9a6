import type { AccessTables } from './features/access/access.tables.ts'
import type { AccountTables } from './features/accounts/accounts.tables.ts'
import type { ActivityTables } from './features/activity/activity.tables.ts'
import type { AdministrationTables } from './features/administration/administration.tables.ts'
import type { AnalyticsTables } from './features/analytics/analytics.tables.ts'
import type { BackupTables } from './features/backups/backups.tables.ts'
import type { ChoiceTables } from './features/choices/choices.tables.ts'
import type { CollaboratorTables } from './features/collaborators/collaborators.tables.ts'
import type { CommentTables } from './features/comments/comments.tables.ts'
import type { ContactTables } from './features/contact/contact.tables.ts'
import type { DomainTables } from './features/domains/domains.tables.ts'
import type { EmailTables } from './features/emails/emails.tables.ts'
import type { ExportTables } from './features/exports/exports.tables.ts'
import type { FollowerTables } from './features/followers/followers.tables.ts'
import type { ImageTables } from './features/images/images.tables.ts'
import type { LinkTables } from './features/links/links.tables.ts'
import type { LiveWallTables } from './features/live-walls/live-walls.tables.ts'
import type { OidcTables } from './features/oidc/oidc.tables.ts'
import type { RemovalTables } from './features/removals/removals.tables.ts'
import type { StudioTables } from './features/studios/studios.tables.ts'
import type { SubscriptionTables } from './features/subscriptions/subscriptions.tables.ts'
import type { ResumableUploadTables } from './features/uploads/resumable-uploads.tables.ts'
import type { WebhookTables } from './features/webhooks/webhooks.tables.ts'

/** Adds the tables of all features to the type of the database. */
declare module './platform/database/schema.ts' {
  interface Tables
    extends AccessTables,
      AccountTables,
      ActivityTables,
      AdministrationTables,
      AnalyticsTables,
      BackupTables,
      ChoiceTables,
      CollaboratorTables,
      CommentTables,
      ContactTables,
      DomainTables,
      EmailTables,
      ExportTables,
      FollowerTables,
      ImageTables,
      LinkTables,
      LiveWallTables,
      OidcTables,
      RemovalTables,
      ResumableUploadTables,
      StudioTables,
      SubscriptionTables,
      WebhookTables {}
}
