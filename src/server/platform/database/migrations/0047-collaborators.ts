import { indexes, statements } from './migration.ts'

/** `adder_id` is the collaborator who added an image, and `actor_id` the one an activity is about. */
export const collaborators = statements(
  '0047-collaborators',
  `
  create table collaborators (
    id TEXT primary key,
    owner_id TEXT not null references users (id) on delete cascade,
    email TEXT not null,
    role TEXT not null,
    link_id TEXT references links (id) on delete cascade,
    user_id TEXT references users (id) on delete cascade,
    invited_at TEXT not null,
    sent_at TEXT not null,
    accepted_at TEXT
  );
  create unique index collaborators_of_owner on collaborators (owner_id, email, coalesce(link_id, ''));
  create index collaborators_of_user on collaborators (user_id) where user_id is not null;
  create index collaborators_of_link on collaborators (link_id) where link_id is not null;

  alter table images add column adder_id TEXT references users (id) on delete set null;
  alter table activity add column act TEXT;
  alter table activity add column actor_id TEXT references users (id) on delete set null
  `,
  { sqlite: [], postgres: [] },
)

export const byCollaborator = indexes('0047-collaborators-indexes', {
  images_of_adder: 'images (adder_id) where adder_id is not null',
  activity_of_actor: 'activity (actor_id, link_id, act, created_at) where actor_id is not null',
})
