import { statements } from './migration.ts'

/** Adds guests and favorites. Deleting or moving an image removes it from all favorites. */
export const choices = statements(
  '0014-choices',
  `
  alter table links add column choosing TEXT not null default 'off';
  alter table links add column choice_limit integer;

  create table guests (
    id TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade,
    invitation_id TEXT unique references invitations (id) on delete cascade,
    name TEXT,
    email TEXT,
    created_at TEXT not null
  );
  create index guests_by_link on guests (link_id);
  alter table passes add column guest_id TEXT references guests (id) on delete set null;
  create index passes_by_guest on passes (guest_id);

  create table choices (
    id TEXT primary key,
    link_id TEXT not null references links (id) on delete cascade,
    guest_id TEXT unique references guests (id) on delete cascade,
    user_id TEXT references users (id) on delete cascade,
    is_sent integer not null,
    sent_at TEXT,
    asked_at TEXT,
    name TEXT,
    email TEXT,
    message TEXT not null,
    created_at TEXT not null,
    updated_at TEXT not null
  );
  create index choices_by_link on choices (link_id, created_at);
  create unique index choices_by_user on choices (user_id, link_id);

  create table choice_images (
    choice_id TEXT not null references choices (id) on delete cascade,
    image_id TEXT not null references images (id) on delete cascade,
    note TEXT not null,
    primary key (choice_id, image_id)
  ) CLUSTERED;
  create index choice_images_by_image on choice_images (image_id)
  `,
  {
    sqlite: [
      `create trigger images_leave_choices after update of link_id on images when new.link_id <> old.link_id begin
         delete from choice_images where image_id = new.id;
       end`,
    ],
    postgres: [
      `create function leave_choices() returns trigger language plpgsql as $$ begin
         delete from choice_images where image_id = new.id;
         return new;
       end $$`,
      `create trigger images_leave_choices after update of link_id on images for each row
         when (new.link_id <> old.link_id) execute function leave_choices()`,
    ],
  },
)
