import { expect, test } from 'vitest'
import { settings } from './settings.ts'
import { describeUnknownSettings } from './unknown-settings.ts'

const inEnvironment = (...names: string[]) =>
  describeUnknownSettings(Object.fromEntries(names.map((name) => [name, 'value'])), [])

test.each([
  ['REGISTRAION', 'REGISTRATION'],
  ['PUBLC_URL', 'PUBLIC_URL'],
  ['PUBILC_URL', 'PUBLIC_URL'],
  ['PUBLICURL', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['DATABASE_URI', 'DATABASE_URL'],
  ['DATADIR', 'DATA_DIR'],
  ['APP_SECRETS', 'APP_SECRET'],
  ['STMP_URL', 'SMTP_URL'],
])('%s in the environment is reported as a typo of %s', (name, setting) => {
  expect(inEnvironment(name)).toEqual([`${name} isn't a setting: did you mean ${setting}?`])
})

test("settings aren't reported, nor is a similar name if the setting itself is set", () => {
  expect(inEnvironment(...Object.keys(settings))).toEqual([])
  expect(inEnvironment('DATABASE_URI', 'DATABASE_URL')).toEqual([])
})

const ofShells = 'HOME HOSTNAME LANG LANGUAGE LC_ALL LOGNAME MAIL OLDPWD PATH PWD SHELL SHLVL TERM TZ USER _ PS1 EDITOR'
const ofNpm =
  'COLOR INIT_CWD NODE npm_command npm_config_cache npm_config_noproxy npm_config_prefix npm_config_registry npm_config_user_agent npm_config_userconfig npm_execpath npm_lifecycle_event npm_lifecycle_script npm_node_execpath npm_package_json npm_package_name npm_package_version'
const ofNode = 'NODE_ENV NODE_HOME NODE_PATH NODE_OPTIONS NODE_VERSION NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NVM_DIR'
const ofServices =
  'INVOCATION_ID JOURNAL_STREAM SYSTEMD_EXEC_PID MAINPID NOTIFY_SOCKET MALLOC_ARENA_MAX KUBERNETES_PORT KUBERNETES_SERVICE_HOST FRAMELIGHT_PORT FRAMELIGHT_SERVICE_HOST DOCKER_HOST COMPOSE_PROJECT_NAME POSTGRES_PASSWORD POSTGRES_USER PGDATA PGHOST PGPORT AWS_REGION AWS_PROFILE AWS_SESSION_TOKEN HTTP_PROXY https_proxy no_proxy SMTP_HOST SMTP_PORT SMTP_USER REDIS_URL SSL_CERT_FILE'

test.each([ofShells, ofNpm, ofNode, ofServices])("variables of other programs aren't reported: %s", (names) => {
  expect(inEnvironment(...names.split(' '))).toEqual([])
})

test('the current environment causes no warnings', () => {
  expect(describeUnknownSettings(process.env, [])).toEqual([])
})

test('an unknown name in .env is reported unless other programs read it', () => {
  const names = [
    'PORT',
    'REGISTRAION',
    'GALLERY_THEME',
    'TZ',
    'NODE_EXTRA_CA_CERTS',
    'AWS_REGION',
    'PGSSLMODE',
    'HTTPS_PROXY',
  ]
  const env = Object.fromEntries(names.map((name) => [name, 'value']))
  expect(describeUnknownSettings(env, names)).toEqual([
    "REGISTRAION in .env isn't a setting: did you mean REGISTRATION?",
    "GALLERY_THEME in .env isn't a setting.",
  ])
})
