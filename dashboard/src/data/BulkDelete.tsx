import { Modal } from '@mantine/core';
import { useReturnFocus } from '../ui/dialog-focus.ts';
import { BulkConfirm } from './BulkConfirm.tsx';
import type { BulkRequest } from './bulk-changes.ts';
import type { Collection } from './field-kinds.ts';

interface BulkDeleteProps {
  collection: Collection;
  request: BulkRequest;
  onClose: () => void;
  onStarted: () => void;
}

/** Asks for confirmation before many items are deleted. */
export function BulkDelete({ collection, request, onClose, onStarted }: BulkDeleteProps) {
  useReturnFocus();
  return (
    <Modal opened onClose={onClose} title="Delete these items?">
      <BulkConfirm collection={collection} request={request} back="Cancel" onBack={onClose} onStarted={onStarted} />
    </Modal>
  );
}
