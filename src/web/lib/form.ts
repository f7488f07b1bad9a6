import { type BaseSyntheticEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from './api.ts'
import { errorMessage } from './error-message.ts'
import { notify } from './notify.ts'
import { knownUserId } from './session.ts'

type FormSchema<Input extends FieldValues, Output extends FieldValues> = z.ZodMiniType<Output, Input>

type Options<Input extends FieldValues, Output extends FieldValues> = {
  schema: FormSchema<Input, Output>
  defaults: DefaultValues<Input>
  submit: (values: Output) => Promise<unknown>
  /** Shown if the server doesn't send a message. `fallbackForUnreadable` replaces it for unreadable responses. */
  fallback: string
  fallbackForUnreadable?: string
  /** If set, the values are restored after login when the session expires during submit. */
  draftKey?: string
}

type SchemaForm<Input extends FieldValues, Output extends FieldValues> = UseFormReturn<Input, unknown, Output> & {
  onSubmit: (event?: BaseSyntheticEvent) => Promise<void>
  refusal: string
  errorOf: (name: Path<Input>) => string | undefined
  isSubmitting: boolean
}

const notices = '[role=alert]'

/** Returns the first error of each top-level field. */
const resolverOf =
  <Input extends FieldValues, Output extends FieldValues>(
    schema: FormSchema<Input, Output>,
  ): Resolver<Input, unknown, Output> =>
  (values) => {
    const { success, data, error } = schema.safeParse(values)
    if (success) return { values: data, errors: {} }
    const errors = error.issues.toReversed().map(({ path, message }) => [path[0], { type: 'schema', message }])
    return { values: {}, errors: Object.fromEntries(errors) as FieldErrors<Input> }
  }

/**
 * Client and server errors are shown at their field, and the first invalid field gets the focus. `refusal` is an error
 * without a field. Failed submits keep the values. Double submits are ignored.
 */
export function useSchemaForm<Input extends FieldValues, Output extends FieldValues>({
  schema,
  defaults,
  submit,
  fallback,
  fallbackForUnreadable,
  draftKey = '',
}: Options<Input, Output>): SchemaForm<Input, Output> {
  const [refusal, setRefusal] = useState('')
  const [userId] = useState(() => knownUserId() ?? '')
  const [draft] = useState(() => findDraft(draftKey, userId) as DefaultValues<Input> | undefined)
  const isSending = useRef(false)
  const submitted = useRef<Element>(null)
  const form = useForm<Input, unknown, Output>({
    defaultValues: draft ?? defaults,
    resolver: resolverOf(schema),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  const restore = useEffectEvent(() => {
    if (!draft) return
    dropDraft(draftKey)
    // Keep the defaults as the baseline, so the restored values count as changes.
    form.reset(defaults as Input, { keepValues: true })
    for (const name of Object.keys(draft) as Path<Input>[]) {
      form.setValue(name, form.getValues(name), { shouldDirty: true })
    }
  })
  useEffect(() => restore(), [])

  // The notice is above the form or in it, which can be out of view on a short screen.
  useEffect(() => {
    const element = submitted.current
    const notice = element?.querySelector(notices) ?? element?.previousElementSibling?.closest(notices)
    if (refusal) notice?.scrollIntoView({ block: 'nearest' })
  }, [refusal])

  const showErrors = (fields: Record<string, string>) => {
    const known = Object.entries(fields).filter(([name]) => name in form.getValues())
    known.forEach(([name, sentence], index) => {
      form.setError(name as Path<Input>, { message: sentence }, { shouldFocus: index === 0 })
    })
    return known.length > 0
  }

  const send = form.handleSubmit(async (values) => {
    setRefusal('')
    try {
      await submit(values)
    } catch (error) {
      if (draftKey && error instanceof ApiError && error.status === 401) {
        keepDraft(draftKey, userId, form.getValues())
        void notify('error', 'Your session has ended. Log in again to pick up where you left off.')
      }
      const fields = error instanceof ApiError ? error.fields : {}
      if (!showErrors(fields)) setRefusal(errorMessage(error, fallback, fallbackForUnreadable))
    }
  })

  const onSubmit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (isSending.current) return
    isSending.current = true
    submitted.current = event?.currentTarget
    await send(event).finally(() => {
      isSending.current = false
    })
  }

  const errorOf = (name: Path<Input>) => {
    const message = form.getFieldState(name, form.formState).error?.message
    return message === undefined ? undefined : String(message)
  }

  return { ...form, onSubmit, refusal, errorOf, isSubmitting: form.formState.isSubmitting }
}

type Draft = { userId: string; values: object }

/** If the session expires during submit, the form values are kept in memory until the user has logged in again. */
const drafts = new Map<string, Draft>()

const keepDraft = (key: string, userId: string, values: object) => drafts.set(key, { userId, values })

function findDraft(key: string, userId: string) {
  const draft = drafts.get(key)
  return draft?.userId === userId ? draft.values : undefined
}

const dropDraft = (key: string) => drafts.delete(key)
