import { statements } from './migration.ts'

/** Adds followers of a gallery. Each row stores how the follower got access. */
export const followers = statements(
  '0017-followers',
  `
  create table followers (
    id TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade,
    email TEXT not null,
    invitation_id TEXT references invitations (id) on delete cascade,
    password_version integer,
    created_at TEXT not null,
    confirmed_at TEXT,
    told_until TEXT,
    unique (link_id, email)
  );
  create index followers_by_invitation on followers (invitation_id);
  create index followers_by_told on followers (told_until, id) where confirmed_at is not null;
  create index followers_unconfirmed on followers (created_at) where confirmed_at is null
  `,
  { sqlite: [], postgres: [] },
)
