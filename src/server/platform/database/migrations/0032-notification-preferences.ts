import { statements } from './migration.ts'

/** Each setting, with its column in the previous version and the default at the time. */
const settings = [
  { name: 'comments', column: 'comments', initially: 'daily' },
  { name: 'choices', column: 'choices', initially: 'now' },
  { name: 'requests', column: 'requests', initially: 'now' },
  { name: 'closing', column: 'closing', initially: 'daily' },
  { name: 'dailyAt', column: 'daily_at', initially: '08:00' },
]
const columns = settings.map(({ column }) => column).join(', ')

const copyAll = `insert into notification_preferences (user_id, name, value)
  ${settings.map(({ name, column }) => `select user_id, '${name}', ${column} from notification_settings`).join(' union all ')}`

const copyToColumns = `update notification_settings set
  ${settings.map(({ name, column }) => `${column} = case new.name when '${name}' then new.value else ${column} end`).join(', ')}
  where user_id = new.user_id`

const copyToRows = `insert into notification_preferences (user_id, name, value)
  ${settings.map(({ name, column }) => `select new.user_id, '${name}', new.${column} where new.${column} <> old.${column}`).join(' union all ')}
  on conflict (user_id, name) do update set value = excluded.value
    where notification_preferences.value <> excluded.value`

/**
 * Stores notification settings as rows, so that a new setting doesn't need a column. Nodes of the previous version still
 * use the columns, so triggers keep both in sync. A later release can drop the columns and the triggers.
 */
export const notificationPreferences = statements(
  '0032-notification-preferences',
  `
  create table notification_preferences (
    user_id TEXT not null references users (id) on delete cascade,
    name TEXT not null,
    value TEXT not null,
    primary key (user_id, name)
  ) CLUSTERED
  `,
  {
    sqlite: [
      // SQLite can't add a default to an existing column.
      `create table new_notification_settings (
         user_id text primary key references users (id) on delete cascade,
         ${settings.map(({ column, initially }) => `${column} text not null default '${initially}'`).join(', ')},
         quiet_until text not null,
         sending_until text not null
       )`,
      `insert into new_notification_settings
         select user_id, ${columns}, quiet_until, sending_until from notification_settings`,
      'drop table notification_settings',
      'alter table new_notification_settings rename to notification_settings',
      copyAll,
      ...['insert', 'update'].map(
        (change) => `create trigger notification_preferences_${change} after ${change} on notification_preferences
           begin ${copyToColumns}; end`,
      ),
      `create trigger notification_settings_updated after update of ${columns} on notification_settings
         begin ${copyToRows}; end`,
    ],
    postgres: [
      `alter table notification_settings
         ${settings.map(({ column, initially }) => `alter column ${column} set default '${initially}'`).join(', ')}`,
      copyAll,
      `create function copy_preference_to_settings() returns trigger language plpgsql as $$ begin
         ${copyToColumns};
         return null;
       end $$`,
      `create trigger notification_preferences_changed after insert or update on notification_preferences
         for each row execute function copy_preference_to_settings()`,
      `create function copy_settings_to_preferences() returns trigger language plpgsql as $$ begin
         ${copyToRows};
         return null;
       end $$`,
      `create trigger notification_settings_updated after update of ${columns} on notification_settings
         for each row execute function copy_settings_to_preferences()`,
    ],
  },
)
