-- A shipment can be cancelled before it has left: its row stays, with its number.

alter table shipments add column if not exists cancelled_at timestamptz;
