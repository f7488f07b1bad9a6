import { statements } from './migration.ts'

/**
 * Adds events for owners, on the activity page and by email. Events only reference comments, so deleting a comment
 * removes its text everywhere.
 */
export const activity = statements(
  '0016-activity',
  `
  create table activity (
    id TEXT primary key,
    user_id TEXT not null references users (id) on delete cascade,
    link_id TEXT not null references links (id) on delete cascade,
    kind TEXT not null,
    image_id TEXT references images (id) on delete cascade,
    comment_id TEXT references comments (id) on delete cascade,
    choice_id TEXT,
    name TEXT not null,
    text TEXT not null,
    is_waiting integer not null,
    is_read integer not null,
    mail TEXT,
    mail_due_at TEXT,
    created_at TEXT not null
  );
  create index activity_by_user on activity (user_id, created_at, id);
  create index activity_unread on activity (user_id) where is_read = 0;
  create index activity_to_mail on activity (user_id, mail) where mail is not null;
  create index activity_by_link on activity (link_id);
  create index activity_by_image on activity (image_id);
  create index activity_by_comment on activity (comment_id);
  create index activity_by_choice on activity (choice_id) where choice_id is not null;
  create index activity_by_age on activity (created_at);

  create table notification_settings (
    user_id TEXT primary key references users (id) on delete cascade,
    comments TEXT not null,
    choices TEXT not null,
    requests TEXT not null,
    closing TEXT not null,
    daily_at TEXT not null,
    quiet_until TEXT not null,
    sending_until TEXT not null
  )
  `,
  { sqlite: [], postgres: [] },
)
