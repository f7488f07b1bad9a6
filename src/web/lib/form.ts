import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type BaseSyntheticEvent, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'
import { ApiError } from './api.ts'
import { sentenceOf } from './sentence.ts'

type FormSchema<Input extends FieldValues, Output extends FieldValues> = z.ZodMiniType<Output, Input>

type Options<Input extends FieldValues, Output extends FieldValues> = {
  schema: FormSchema<Input, Output>
  defaults: DefaultValues<Input>
  submit: (values: Output) => Promise<unknown>
  /** Said where the server gave no sentence of its own. */
  fallback: string
}

type SchemaForm<Input extends FieldValues, Output extends FieldValues> = UseFormReturn<Input, unknown, Output> & {
  onSubmit: (event?: BaseSyntheticEvent) => Promise<void>
  refusal: string
  errorOf: (name: Path<Input>) => string | undefined
  isSubmitting: boolean
}

/**
 * A form that checks with the server's own schema. Mistakes stand beside their field and the first one gets the focus,
 * whoever found them; what belongs to no field is `refusal`. Nothing typed is lost, and it cannot be sent twice.
 */
export function useSchemaForm<Input extends FieldValues, Output extends FieldValues>({
  schema,
  defaults,
  submit,
  fallback,
}: Options<Input, Output>): SchemaForm<Input, Output> {
  const [refusal, setRefusal] = useState('')
  const isSending = useRef(false)
  const form = useForm<Input, unknown, Output>({
    defaultValues: defaults,
    resolver: standardSchemaResolver(schema as never) as never,
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })

  const showMistakes = (fields: Record<string, string>) => {
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
      const fields = error instanceof ApiError ? error.fields : {}
      if (!showMistakes(fields)) setRefusal(sentenceOf(error, fallback))
    }
  })

  const onSubmit = async (event?: BaseSyntheticEvent) => {
    event?.preventDefault()
    if (isSending.current) return
    isSending.current = true
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
