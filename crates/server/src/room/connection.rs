//! The way of somebody who is connected to a room.

use super::Command;
use crate::room_registry::RoomHandle;
use protocol::ClientMessage;
use tokio::sync::mpsc;

/// Somebody who is connected to a table.
#[derive(Debug)]
pub(crate) struct Connection {
    handle: RoomHandle,
    number: u64,
}

impl Connection {
    pub(crate) const fn new(handle: RoomHandle, number: u64) -> Connection {
        Connection { handle, number }
    }

    /// Says something; `false` when the table is not there any more.
    pub(crate) async fn say(&self, message: ClientMessage, arrived: i64, lag: i64) -> bool {
        let command = Command::Say {
            connection: self.number,
            message,
            arrived,
            lag,
        };
        self.handle.mailbox.send(command).await.is_ok()
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let leave = Command::Leave {
            connection: self.number,
        };
        if let Err(mpsc::error::TrySendError::Full(leave)) = self.handle.mailbox.try_send(leave) {
            let mailbox = self.handle.mailbox.clone();
            tokio::spawn(async move { mailbox.send(leave).await });
        }
    }
}
