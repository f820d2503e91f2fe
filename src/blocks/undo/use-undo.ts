import { useLocation } from 'wouter'
import { useServices } from '../services/services.tsx'
import { sayTurned, undoableHere } from './offer.ts'

/**
 * The person's own changes on this page, which can be undone one after another: how many, and how to. What came of it is
 * said in a toast. @useSignals
 */
export function useUndo() {
  const services = useServices()
  // A page's address is what its changes are kept by; whether there is Undo follows the settings and who is signed in.
  useLocation()
  void services.settings.value
  void services.session.user.value
  const undoable = undoableHere(services)
  return {
    done: undoable?.done.value ?? 0,
    undone: undoable?.undone.value ?? 0,
    undo: async () => sayTurned(services, (await undoable?.undo()) ?? null, 'Undone.'),
    redo: async () => sayTurned(services, (await undoable?.redo()) ?? null, 'Done again.'),
  }
}
