import { useState } from 'react'
import type { Save } from '#blocks/entity-form/draft.ts'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { roles } from '#core/access/access.ts'
import type { Result } from '#core/resource/result.ts'
import { addDays } from '#lib/days.ts'
import { choiceOptions } from '#lib/choice-label.ts'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { accessTokens, type AccessToken } from '../entities.ts'
import { AbilitiesInput } from '../parts/abilities-input.tsx'

const YEAR = 365

/** The one record that an action on the collection answers with. */
function firstOf<R>(result: Result<R[]>): Result<R> {
  if (!result.ok) return { ...result, current: undefined }
  const [data] = result.data
  return data ? { ...result, data } : { ok: false, status: 500, message: '', errors: {} }
}

/** Makes a token for oneself, or an integration of the company with its first one. @useSignals */
export const TokenDialog = ({
  company,
  onMade,
  onClose,
}: {
  company: boolean
  onMade: (token: AccessToken) => void
  onClose: () => void
}) => {
  const { api } = useServices()
  const [role, setRole] = useState<(typeof roles)[number] | null>('office_staff')
  const addIntegration: Save<typeof accessTokens> = async (draft) =>
    firstOf(await api(accessTokens).actOnAll('add_integration', { ...draft, role }))
  return (
    <EntityDialog
      entity={accessTokens}
      title={company ? 'New company token' : 'New access token'}
      fields={['name', 'abilities', 'expires_on']}
      initial={{ abilities: ['read'], expires_on: addDays(useToday(), YEAR) }}
      help={{
        name: company
          ? 'The program that uses it. History names it.'
          : 'Where you use it. It may never do more than you may.',
      }}
      groups={{ abilities: (props) => <AbilitiesInput {...props} /> }}
      outro={
        company && (
          <Field label="Role" help="It may at most what a person with this role may.">
            <Select options={choiceOptions(roles)} value={role} onChange={setRole} />
          </Field>
        )
      }
      {...(company && { save: addIntegration })}
      saves="Make token"
      said={() => 'The token is made. Copy it now.'}
      onSaved={onMade}
      onClose={onClose}
    />
  )
}
