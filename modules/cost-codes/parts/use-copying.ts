import { useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { messageOf } from '#core/resource/messages.ts'
import type { Result, Success } from '#core/resource/result.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import type { DefaultCostCode } from '../../default-cost-codes/entities.ts'
import { costCodeCategories, costCodes } from '../entities.ts'
import { categoriesToMake, codesToMake, type Branch } from './copy-plan.ts'
import { saveInBatches } from './save-in-batches.ts'
import type { ProjectCodes } from './use-project-codes.ts'

/**
 * Copies defaults into the project in scope: categories first, then codes. After a failure, the next run first reloads the
 * project's codes, so that nothing is copied twice. `copy` returns the codes copied, or null on failure.
 */
export function useCopying(project: ReadonlySignal<ProjectCodes>, tree: readonly Branch[]) {
  const services = useServices()
  const categories = useResource(costCodeCategories)
  const codes = useResource(costCodes)
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function run(chosen: readonly DefaultCostCode[], again: boolean): Promise<Result<unknown[]>> {
    if (again)
      for (const resource of [categories, codes]) {
        const answer = await resource.fetchAll()
        if (!answer.ok) return answer
      }
    const made = await saveInBatches(services, categories, categoriesToMake(chosen, project.peek(), tree))
    if (!made.ok) return made
    const drafts = codesToMake(chosen, project.peek())
    const saved = await saveInBatches(services, codes, drafts, (count) => setProgress(count / drafts.length))
    return saved
  }

  async function copy(chosen: readonly DefaultCostCode[]): Promise<Success<unknown[]> | null> {
    setProgress(0)
    setProblem(null)
    const copied = await run(chosen, problem !== null)
    setProgress(null)
    if (copied.ok) return copied
    setProblem(messageOf(copied) ?? copied.message)
    return null
  }
  return { copy, progress, problem }
}
