import { expect, test } from 'vitest'
import { fieldErrors } from '#test/support/field-errors.ts'
import {
  confirmedPassword,
  confirmedPasswordChange,
  credentials,
  newUser,
  passwordChange,
  profile,
  registration,
} from './account-forms.ts'
import { deleteAccount, resetPassword } from './accounts.ts'

const ann = { name: 'Ann', email: 'ann@example.com', password: 'secret' }

test('login requires email and password', () => {
  expect(fieldErrors(credentials, {})).toEqual({ email: 'Email is required', password: 'Password is required' })
  expect(fieldErrors(credentials, { email: ' ', password: '' })).toEqual({
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('login reports the first problem of each field', () => {
  expect(fieldErrors(credentials, { email: 'ann', password: '12345' })).toEqual({
    email: 'Email is invalid',
    password: 'Password must be at least 6 characters',
  })
})

test('rememberMe is off by default', () => {
  const { email, password } = ann
  expect(credentials.parse({ email, password })).toEqual({ email, password, rememberMe: false })
  expect(credentials.parse({ email, password, rememberMe: true }).rememberMe).toBe(true)
  expect(fieldErrors(credentials, { email, password, rememberMe: 'on' })).toEqual({
    rememberMe: 'Remember me must be true or false',
  })
})

test('registration requires name, email and password', () => {
  expect(fieldErrors(newUser, {})).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('registration reports the first problem of each field', () => {
  expect(fieldErrors(newUser, { name: 'A', email: 'ann@example', password: '12345' })).toEqual({
    name: 'Name must be at least 2 characters',
    email: 'Email is invalid',
    password: 'Password must be at least 6 characters',
  })
  expect(fieldErrors(newUser, { name: '\u0000 ', email: '\u0000', password: '' })).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    password: 'Password is required',
  })
})

test('the registration form reports all problems together', () => {
  expect(fieldErrors(registration, {})).toEqual({
    name: 'Name is required',
    email: 'Email is required',
    password: 'Password is required',
    confirmPassword: 'Please confirm your password',
    acceptsTerms: 'You must agree to the Terms and Conditions',
    acceptsPrivacy: 'You must agree to the Privacy Policy',
  })
  const careless = {
    ...ann,
    name: 'A',
    email: '',
    confirmPassword: 'secrets',
    acceptsTerms: false,
    acceptsPrivacy: true,
  }
  expect(fieldErrors(registration, careless)).toEqual({
    name: 'Name must be at least 2 characters',
    email: 'Email is required',
    confirmPassword: 'Passwords do not match',
    acceptsTerms: 'You must agree to the Terms and Conditions',
  })
})

test('a complete registration form is accepted', () => {
  const form = { ...ann, confirmPassword: ann.password, acceptsTerms: true, acceptsPrivacy: true }
  expect(registration.parse({ ...form, name: ' Ann ' })).toEqual(form)
})

test('values of minimum and maximum length are accepted', () => {
  const shortest = { name: 'Jo', email: 'a@b.c', password: 'x7-Qa9' }
  const longest = { name: 'n'.repeat(100), email: `${'a'.repeat(242)}@example.com`, password: 'p'.repeat(200) }
  expect(newUser.parse(shortest)).toEqual(shortest)
  expect(newUser.parse(longest)).toEqual(longest)
})

test('values one character over the maximum are rejected', () => {
  const input = { name: 'n'.repeat(101), email: `${'a'.repeat(243)}@example.com`, password: 'p'.repeat(201) }
  expect(fieldErrors(newUser, input)).toEqual({
    name: 'Name cannot be more than 100 characters',
    email: 'Email cannot be more than 254 characters',
    password: 'Password cannot be more than 200 characters',
  })
})

test.each(['🦊🐻', '👩‍👩‍👧‍👦 Família', 'Ægir Þór', '李雷', 'محمد علي', "D'Arcy-Smith"])('%s is a name', (name) => {
  expect(newUser.parse({ ...ann, name }).name).toBe(name)
})

test('a single emoji counts as one character and is too short for a name', () => {
  expect(fieldErrors(newUser, { ...ann, name: '🦊' })).toEqual({ name: 'Name must be at least 2 characters' })
})

test('unknown fields are dropped', () => {
  const input = JSON.parse(
    '{ "__proto__": { "isAdmin": true }, "constructor": 1, "plan": "gold", "id": "1", "views": 9, "name": "Ann", "email": "ann@example.com", "password": "secret" }',
  )
  const user = newUser.parse(input)
  expect(Object.getOwnPropertyNames(user).sort()).toEqual(['email', 'name', 'password'])
  expect(Object.getPrototypeOf(user)).toBe(Object.prototype)
})

test('fields inherited from a __proto__ in the input are ignored', () => {
  const input = JSON.parse('{ "__proto__": { "name": "Eve" }, "email": "ann@example.com", "password": "secret" }')
  expect(fieldErrors(newUser, input)).toEqual({ name: 'Name is required' })
})

test.each([[null], ['text'], [5], [[]]])('%j is rejected as a registration', (input) => {
  expect(newUser.safeParse(input).success).toBe(false)
})

test('a password keeps spaces, control characters and accents', () => {
  for (const password of ['  pass  ', 'pass\u0000word', 'pässwörd', '🔑🔑🔑🔑🔑🔑']) {
    expect(newUser.parse({ ...ann, password }).password).toBe(password)
  }
})

test('a profile name can be a single character but not empty', () => {
  expect(profile.parse({ name: ' Ann  Lee ', email: 'eve@example.com' })).toEqual({ name: 'Ann Lee' })
  expect(fieldErrors(profile, { name: '' })).toEqual({ name: 'Name is required' })
  expect(profile.parse({ name: 'A' })).toEqual({ name: 'A' })
})

test('a password change requires the current password and a new one of at least 6 characters', () => {
  expect(fieldErrors(passwordChange, {})).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'New password is required',
  })
  expect(fieldErrors(passwordChange, { currentPassword: 'x', newPassword: '12345' })).toEqual({
    newPassword: 'New password must be at least 6 characters',
  })
})

test('a new password has to be typed twice', () => {
  expect(fieldErrors(confirmedPasswordChange, { currentPassword: '', newPassword: '', confirmPassword: '' })).toEqual({
    currentPassword: 'Current password is required',
    newPassword: 'New password is required',
    confirmPassword: 'Please confirm your password',
  })
  const change = { currentPassword: 'x', newPassword: 'secret', confirmPassword: 'Secret' }
  expect(fieldErrors(confirmedPasswordChange, change)).toEqual({ confirmPassword: 'Passwords do not match' })
  expect(fieldErrors(confirmedPasswordChange, { ...change, confirmPassword: 'secret' })).toEqual({})

  const reset = { password: '12345', confirmPassword: '1234' }
  expect(fieldErrors(confirmedPassword, reset)).toEqual({
    password: 'Password must be at least 6 characters',
    confirmPassword: 'Passwords do not match',
  })
  expect(fieldErrors(confirmedPassword, { password: 'secret', confirmPassword: 'secret' })).toEqual({})
})

test('a reset requires at least 6 characters, but deleting the account accepts any nonempty password', () => {
  expect(fieldErrors(resetPassword.schema.body, { password: '12345' })).toEqual({
    password: 'Password must be at least 6 characters',
  })
  expect(fieldErrors(deleteAccount.schema.body, { password: '' })).toEqual({ password: 'Password is required' })
  expect(fieldErrors(deleteAccount.schema.body, { password: 'x' })).toEqual({})
})
