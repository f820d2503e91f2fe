import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Result } from '#core/resource/result.ts'
import { downloadText } from '#lib/csv.ts'
import { toastFailure } from '../failure/toast-failure.ts'
import { toCsv, type CsvColumn } from './csv-file.ts'

/** Downloads the records of an answer as a CSV file, or says why there are none. */
export function downloadCsv<E extends Entity>(
  file: string,
  entity: E,
  columns: readonly CsvColumn<RecordOf<E>>[],
  answer: Result<readonly RecordOf<E>[]>,
): void {
  if (answer.ok) downloadText(file, toCsv(entity, columns, answer.data))
  else toastFailure(answer)
}
